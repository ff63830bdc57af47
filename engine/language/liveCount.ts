/** What keeps the number of a tab in step: the live rules of the list that it counts. */
import type { CompiledCall, CompiledLive, CompiledView } from './compiled.ts';

/** Such a rule asks again, and has an index that is known where the strip of tabs is drawn. */
export function liveOfCount({ operation }: CompiledCall, view: CompiledView): CompiledLive[] {
  if (view.type !== 'table' || view.source?.operation !== operation) return [];
  return view.source.live
    .filter(({ index }) => !index || ('path' in index && index.path[0] === 'route'))
    .map((live) => ({ ...live, mode: 'refetch' }));
}
