/** Registers the product's widget folders, each by its manifest; their code is loaded at first use. */
import type { Kind } from './define.ts';
import type { Loader, Registry } from './registry.ts';

/**
 * `modules` and `manifests` are the results of `import.meta.glob` for `widgets/<folder>/index.tsx` (lazy) and
 * `widgets/<folder>/widget.json` (eager), with the same folders in both.
 */
export function registerWidgets(
  registry: Registry,
  modules: Record<string, () => Promise<unknown>>,
  manifests: Record<string, { kind: string; name: string }>,
): void {
  for (const [file, manifest] of Object.entries(manifests)) {
    const folder = file.replace(/widget\.json$/, '');
    const load = modules[`${folder}index.tsx`];
    if (!load) throw new Error(`${file} has no index.tsx beside it.`);
    registry.registerLazy(manifest.kind as Kind, manifest.name, load as Loader);
  }
}
