import type { BuildManifest } from '../src/engine/offline/manifest';
import { runServiceWorker } from '../src/engine/offline/service-worker';

/** Put in by the build (tools/vite/service-worker.ts). */
declare const __BUILD_MANIFEST__: BuildManifest;

runServiceWorker(self as unknown as ServiceWorkerGlobalScope, __BUILD_MANIFEST__);
