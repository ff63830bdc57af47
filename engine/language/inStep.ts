/** Revalidation of a reply while it is shown: broadcasts of the live channel, and polling. */
import type { ApiOperation } from './api.ts';
import type { CompiledInStep, CompiledLive } from './compiled.ts';
import { readsOfExpression } from './expressions.ts';
import { rowsOf } from './calls.ts';
import type { JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { ANY } from './types.ts';
import type { Live, Poll } from '../../schemas/generated/language.ts';

/** Seconds. */
const DEFAULT_PAUSE = 5;
const MAX_PAUSE = 3600;

interface InStep {
  live?: Live[];
  poll?: Poll;
}

/** Compiles `live` and `poll` of a source or a record. */
export function compileInStep(site: Site<InStep>, operation: ApiOperation | undefined): CompiledInStep {
  return {
    live: compileRules(site, operation),
    ...(site.config.poll ? compilePoll(site.at('poll'), operation) : {}),
  };
}

function compileRules(site: Site<InStep>, operation: ApiOperation | undefined): CompiledLive[] {
  const rules = site.items('live');
  if (rules.length > 0 && site.ctx.catalogue.app?.live === undefined)
    site.at('live').report('missing-property', { received: 'live', note: 'app.json names no live channel' });
  const marks = rules.map(({ config: { broadcast, index } }) => JSON.stringify([broadcast, index]));
  rules.forEach((rule, i) => {
    if (marks.indexOf(marks[i]!) < i)
      rule.at('broadcast').report('duplicate-name', { received: rule.config.broadcast });
  });
  return rules.map((rule) => compileLive(rule, operation));
}

function compilePoll(site: Site<Poll>, operation: ApiOperation | undefined): Pick<CompiledInStep, 'poll'> {
  const { every = DEFAULT_PAUSE } = site.config;
  if (every < 1 || every > MAX_PAUSE)
    site.below(every, 'every').report('wrong-type', {
      received: String(every),
      expected: `1 to ${MAX_PAUSE} seconds`,
    });
  const result = { ...site.scope, result: operation?.reply ?? ANY };
  if (!readsOfExpression(site.config.until).some((path) => path.split('.')[0] === 'result'))
    site.at('until').report('never-true', {
      received: site.config.until,
      note: 'it waits for result, the reply of the operation',
    });
  return { poll: { ...site.marked('Poll', { result }), every } };
}

function compileLive(site: Site<Live>, operation: ApiOperation | undefined): CompiledLive {
  const { broadcast, mode, index } = site.config;
  const broadcasts = operation?.live.map((one) => one.broadcast) ?? [];
  const known =
    operation &&
    site.at('broadcast').known('unknown-broadcast', broadcast, broadcasts, {
      expected: broadcasts.join(', ') || 'none',
    });
  const type = known ? indexType(site, operation) : ANY;
  if (known && mode === 'prepend' && !rowsOf(operation, site.schemas))
    site.at('mode').report('wrong-type', { received: mode, expected: 'patch or refetch: there are no rows' });
  return { broadcast, mode, ...(index === undefined ? {} : { index: site.at('index').value(type) }) };
}

/** The type of the index: that of the parameter that `x-live` names. Without one a rule has no index. */
function indexType(site: Site<Live>, operation: ApiOperation): JsonSchema {
  const { broadcast, index } = site.config;
  const declared = operation.live.filter((one) => one.broadcast === broadcast);
  const names = declared.flatMap((one) => one.index ?? []);
  if (index !== undefined && names.length === 0)
    site.at('index').report('wrong-type', {
      received: 'an index',
      expected: `none: ${operation.id} has ${broadcast} without one`,
    });
  if (index === undefined && names.length === declared.length)
    site.report('missing-property', { received: 'index', note: `the value of ${names.join(' or ')}` });
  const types = operation.parameters.filter(({ name }) => names.includes(name)).map(({ schema }) => schema);
  return types.length > 0 && types.length === names.length ? { oneOf: types } : ANY;
}

/** Reports a live rule that patches single rows in a view that always loads all of them. */
export function refetchOnly(site: Site<InStep>): void {
  for (const item of site.items('live'))
    if (item.config.mode !== 'refetch')
      item.at('mode').report('wrong-type', {
        received: item.config.mode,
        expected: 'refetch: the whole reply is requested again',
      });
}
