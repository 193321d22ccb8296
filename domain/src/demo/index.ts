export { demoPersonas, personaId, FURTHER_CITIZENS, PERSONA_HANDLES } from './personas'
export type { Persona, PersonaKind } from './personas'
export { portraitSvg } from './portrait'
