import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { apiProxy } from './src/build/apiProxy.ts';
import { finishBuild } from './src/build/finishBuild.ts';
import { indexedDbOnly } from './src/build/indexedDbOnly.ts';
import { layerOrder } from './src/build/layerOrder.ts';
import { lowScriptPriority } from './src/build/lowScriptPriority.ts';
import { plainImports } from './src/build/plainImports.ts';
import { productionRouter } from './src/build/productionRouter.ts';
import { sharedChunks } from './src/build/sharedChunks.ts';
import { webAppManifest } from './src/build/webAppManifest.ts';
import { withoutUnused } from './src/build/withoutUnused.ts';
import { testProjects } from './test/support/testProjects.ts';

const SCREENS_SHARING = 6;
/** What a phone loads to sign in and come to the locations. */
const FIRST_SCREENS = ['main.tsx', 'features/auth/LoginScreen.tsx', 'features/locations/LocationsScreen.tsx'].map(
  (file) => fileURLToPath(new URL(`src/${file}`, import.meta.url)),
);
/** Charts are not animated: see the file. */
const REACT_SPRING_WEB = fileURLToPath(new URL('src/build/shims/reactSpringWeb.ts', import.meta.url));
/** An icon without the library's options: see the file. */
const PLAIN_ICON = fileURLToPath(new URL('src/build/shims/createLucideIcon.ts', import.meta.url));

export default defineConfig({
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // Source maps would publish the source beside the app.
    sourcemap: false,
    // What `npm run size` adds up. `finishBuild` moves it out of the served folder.
    manifest: true,
    // The content security policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // A hundredth smaller than by the bundler's own minifier. Functions that are written into their callers compress
    // worse.
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      // The warnings of the libraries are for developers.
      compress: { passes: 4, inline: 1, unsafe_arrows: true, drop_console: ['info', 'log', 'warn'] },
      format: { comments: false },
    },
    // Its inline helper would need an exception in the policy; every supported browser preloads by itself.
    // A later screen finds what it imports in the worker's store: only the first page is told what to load ahead.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // One style sheet of 13 kB: in pieces they would be as many requests, on the way to the first screen too.
    cssCodeSplit: false,
    // Code that several screens share is in one file: forty small ones compress a tenth worse, and each is a request.
    rolldownOptions: {
      output: { codeSplitting: { groups: sharedChunks(FIRST_SCREENS, SCREENS_SHARING) } },
      // A constant stands where it is used. The first load is 0.4 kB smaller than with an import of each.
      optimization: { inlineConst: true },
    },
  },
  plugins: [
    react(),
    layerOrder(),
    lowScriptPriority(),
    indexedDbOnly(),
    plainImports(),
    productionRouter(),
    withoutUnused(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: webAppManifest,
      includeManifestIcons: false,
      // Only a browser that offers the installation looks at the screenshots.
      injectManifest: { globPatterns: ['**/*.{html,js,css,svg,png}'], globIgnores: ['screenshot-*.png'] },
    }),
    finishBuild(),
  ],
  // Short names of classes, as they stand in the code of every screen.
  css: { modules: { generateScopedName: '_[hash:base64:5]' } },
  resolve: { alias: { '@react-spring/web': REACT_SPRING_WEB, '../createLucideIcon.mjs': PLAIN_ICON } },
  server: { proxy: apiProxy() },
  test: { projects: testProjects },
});
