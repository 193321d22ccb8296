import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The API that `npm run dev` talks to. */
const api = process.env.NATION_API_ORIGIN ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react()],
  css: { modules: { generateScopedName: '[local]-[hash:base64:5]' } },
  server: { proxy: { '/api': api, '/media': api } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 }],
        },
      },
    },
  },
})
