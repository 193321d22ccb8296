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
  'members.get-government': ['GET', '/api/members/get-government'],
  'system.health': ['GET', '/api/health'],
  'system.stats': ['GET', '/api/stats'],
  'user.get-user': ['GET', '/api/user/get-user'],
  'user.register': ['POST', '/api/user/register'],
} as const satisfies Partial<Record<CallId, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string]>>
