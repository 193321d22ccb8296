// Written by `npm run manifest` from the contracts; a test fails when it is not current.
import type { CallId } from './index'

/** Method and path of each call that answers JSON. */
export const manifest = {
  'admin.authenticate': ['POST', '/api/admin/authenticate'],
  'admin.logout': ['POST', '/api/admin/logout'],
  'admin.verify': ['GET', '/api/admin/verify'],
  'auth.logout': ['POST', '/api/auth/logout'],
  'auth.logout-everywhere': ['POST', '/api/auth/logout-everywhere'],
  'auth.refresh': ['POST', '/api/auth/refresh'],
  'candidates.create': ['POST', '/api/candidates/create'],
  'candidates.delete': ['POST', '/api/candidates/delete'],
  'candidates.get': ['GET', '/api/candidates/get'],
  'candidates.list': ['GET', '/api/candidates/list'],
  'candidates.mine': ['GET', '/api/candidates/mine'],
  'candidates.update': ['POST', '/api/candidates/update'],
  'elections.create': ['POST', '/api/elections/create'],
  'elections.current': ['GET', '/api/elections/current'],
  'elections.get': ['GET', '/api/elections/get'],
  'elections.list': ['GET', '/api/elections/list'],
  'elections.results': ['GET', '/api/elections/results'],
  'members.get-government': ['GET', '/api/members/get-government'],
  'system.health': ['GET', '/api/health'],
  'system.stats': ['GET', '/api/stats'],
  'user.get-user': ['GET', '/api/user/get-user'],
  'user.register': ['POST', '/api/user/register'],
  'votes.cast': ['POST', '/api/votes/cast'],
  'votes.status': ['GET', '/api/votes/status'],
} as const satisfies Partial<Record<CallId, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string]>>
