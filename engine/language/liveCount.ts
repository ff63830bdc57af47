/** Revalidation of a tab's count: the live rules of the list that it counts. */
import type { CompiledCall, CompiledLive, CompiledView } from './compiled.ts';

/** Rules that reload, with an index that is known where the tab bar is rendered. */
export function liveOfCount({ operation }: CompiledCall, view: CompiledView): CompiledLive[] {
  if (view.type !== 'table' || view.source?.operation !== operation) return [];
  return view.source.live
    .filter(({ index }) => !index || ('path' in index && index.path[0] === 'route'))
    .map((live) => ({ ...live, mode: 'refetch' }));
}
