/** What keeps a reply that is shown in step with the server: broadcasts of the live channel, and asking again. */
import type { ApiOperation } from './api.ts';
import type { CompiledInStep, CompiledLive } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { ANY } from './types.ts';
import type { Live, Poll } from '../../schemas/generated/language.ts';

/** Seconds. */
const USUAL_PAUSE = 5;
const LONGEST_PAUSE = 3600;

/** `live` and `poll` of a source or a record. */
export function compileInStep(
  ctx: Context,
  { live, poll }: { live?: readonly Live[]; poll?: Poll },
  operation: ApiOperation | undefined,
  scope: TypeScope,
  place: Place,
): CompiledInStep {
  const at = child(place, 'poll');
  const { every = USUAL_PAUSE } = poll ?? {};
  if (every < 1 || every > LONGEST_PAUSE)
    ctx.report('wrong-type', child(at, 'every'), {
      received: String(every),
      expected: `1 to ${LONGEST_PAUSE} seconds`,
    });
  const onReply = { ...scope, result: operation?.reply ?? ANY };
  const until = poll && ctx.condition(poll.until, onReply, child(at, 'until'));
  return {
    live: compileLive(ctx, live, operation, scope, child(place, 'live')),
    ...(until ? { poll: { until, every } } : {}),
  };
}

function compileLive(
  ctx: Context,
  live: readonly Live[] | undefined,
  operation: ApiOperation | undefined,
  scope: TypeScope,
  place: Place,
): CompiledLive[] {
  const broadcasts = operation?.live.map(({ broadcast }) => broadcast) ?? [];
  return (live ?? []).map((item, i) => {
    const at = child(place, i);
    if (operation)
      ctx.known('unknown-broadcast', item.broadcast, broadcasts, child(at, 'broadcast'), {
        expected: broadcasts.join(', ') || 'none',
      });
    const index =
      item.index === undefined ? {} : { index: ctx.value(item.index, scope, child(at, 'index')).value };
    return { broadcast: item.broadcast, mode: item.mode, ...index };
  });
}

/** A view that shows all rows at once asks for all of them again; it puts no single one in place. */
export function refetchOnly(ctx: Context, live: readonly Live[] | undefined, place: Place): void {
  live?.forEach(({ mode }, i) => {
    if (mode !== 'refetch')
      ctx.report('wrong-type', child(place, i, 'mode'), {
        received: mode,
        expected: 'refetch: all of it is asked for again',
      });
  });
}
