import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screensPlugin } from './engine/build/vite.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [screensPlugin({ root: '.' }), react(), tailwindcss()],
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': api } },
  build: { target: 'es2023', modulePreload: { polyfill: false }, reportCompressedSize: false },
});
