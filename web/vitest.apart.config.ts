import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'
import { apart, shared } from './vitest.config.ts'

export default defineProject({ plugins: [react()], test: { ...shared, name: 'web-apart', include: apart } })
