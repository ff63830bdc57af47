/** One part: its position in its file, its state, and its rules with the values they read. */
import type { ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import type { I18n } from '../data/i18n.ts';
import { useLocale } from '../data/useLocale.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import type { Scope } from '../language/evaluate.ts';
import type { Positions } from '../language/positions.ts';
import { WORKSHOP } from '../shell/facts.ts';
import { Badge } from '../ui/badge.tsx';
import type { FoundPart } from './find.ts';
import { rulesOf, shownBy, stateOf, type Read, type Rule, type State } from './rules.ts';
import { kindOf, nameOf } from './words.ts';

interface Props {
  found: FoundPart;
  scope: Scope;
  screen: CompiledScreen;
  positions: Positions | undefined;
}

export function PartView({ found, scope, screen, positions }: Props): ReactNode {
  const engine = useEngine();
  const i18n = useLocale();
  const { t } = i18n;
  const rules = rulesOf(engine, found, scope, screen.operations);
  const values = shownBy(found, scope);
  return (
    <section className="flex flex-col gap-3 px-4 py-3">
      <div>
        <p className="flex flex-wrap items-center gap-2 text-base">
          <span className="text-muted">{kindOf(found.part)}</span>
          <b className="font-semibold break-all">{nameOf(i18n, found.part)}</b>
          <StateBadge state={stateOf(rules)} />
        </p>
        <Place at={found.pointer} screen={screen} positions={positions} />
      </div>
      {values.length > 0 && <Reads title={t('engine.tools.value')} reads={values} />}
      {rules.map((rule) => (
        <RuleView key={rule.name} rule={rule} />
      ))}
      <a className="w-fit text-accent-strong underline" href={`${WORKSHOP}/${screen.id}`}>
        {t('engine.tools.openWorkshop')}
      </a>
    </section>
  );
}

/** `file:line`, as editors accept it. */
function Place({
  at,
  screen,
  positions,
}: {
  at: string;
  screen: CompiledScreen;
  positions: Positions | undefined;
}) {
  const { t } = useLocale();
  const place = positions?.[at];
  const via = place?.via;
  if (!positions) return <p className="text-danger">{t('engine.tools.noPositions')}</p>;
  return (
    <p className="font-mono text-xs break-all select-all">
      {place ? `${place.file}:${place.line}` : `${screen.file}:1`}
      {via && <span className="text-muted"> ← {via}</span>}
    </p>
  );
}

const TONES: Record<State, 'success' | 'warning' | 'danger' | 'muted' | 'info'> = {
  shown: 'success',
  hidden: 'warning',
  disabled: 'warning',
  forbidden: 'danger',
  readOnly: 'info',
  notAsked: 'warning',
  empty: 'warning',
  failed: 'danger',
  open: 'muted',
};

export function StateBadge({ state }: { state: State }): ReactNode {
  const { t } = useLocale();
  return <Badge tone={TONES[state]}>{t(`engine.tools.state.${state}`)}</Badge>;
}

export function RuleView({ rule: { name, text, holds, reads } }: { rule: Rule }): ReactNode {
  const { t } = useLocale();
  const state = holds === undefined ? 'unknown' : holds ? 'holds' : 'fails';
  return (
    <div className="rounded-md border border-line bg-raised p-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-medium">{name}</b>
        <span className={holds === false ? 'text-danger' : 'text-muted'}>
          {t(`engine.tools.rule.${state}`)}
        </span>
      </p>
      {text && <p className="mt-1 font-mono text-xs break-words">{text}</p>}
      {reads.length > 0 && <Reads reads={reads} />}
    </div>
  );
}

function Reads({ title, reads }: { title?: string; reads: readonly Read[] }): ReactNode {
  const i18n = useLocale();
  return (
    <div>
      {title && <h3 className="text-xs font-semibold text-muted">{title}</h3>}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-xs">
        {reads.map(({ path, value }) => (
          <div key={path} className="contents">
            <dt className="text-muted">{path}</dt>
            <dd className="truncate" title={written(i18n, value)}>
              {written(i18n, value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const LONGEST = 300;
const written = (i18n: I18n, value: unknown): string =>
  value === undefined ? i18n.t('engine.tools.nothing') : JSON.stringify(value).slice(0, LONGEST);
