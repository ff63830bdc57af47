/** The panel for a clicked element: its source position, the reasons for its state, and parts that are not shown. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { partsOf, type Positions } from '../language/positions.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { loadEvaluator } from '../language/evaluate.ts';
import type { Found, FoundPart, Part } from './find.ts';
import type { Leading } from './frame.ts';
import { PartView, RuleView, StateBadge } from './PartView.tsx';
import { accessRule, rulesOf, stateOf } from './rules.ts';
import { kindOf, nameOf } from './words.ts';

interface Props {
  /** Undefined when the click was outside any screen. */
  found: Found | undefined;
  leading: Leading | undefined;
  /** The part of the layout, if one was clicked. */
  frame: string | undefined;
  positions: Positions | undefined;
  onClose(): void;
}

export function Panel({ found, leading, frame, positions, onClose }: Props): ReactNode {
  const { t } = useLocale();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <dialog
      open
      data-part="inspector"
      aria-label={t('engine.tools.inspector')}
      className="fixed top-auto right-3 bottom-3 left-auto m-0 p-0 z-[1300] flex max-h-[min(36rem,calc(100dvh-1.5rem))] w-[min(30rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-lg border border-line bg-surface text-sm text-ink shadow-pop"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-4">
        <h2 className="font-semibold">{t('engine.tools.inspector')}</h2>
        <IconButton size="s" icon="close" label={t('engine.close')} onClick={onClose} />
      </header>
      <div className="min-h-0 overflow-y-auto">
        {found ? (
          <Parts found={found} positions={positions} />
        ) : (
          <p className="px-4 py-3 text-muted">
            {t('engine.tools.noScreen')} {frame && <span className="font-mono text-xs">{frame}</span>}
          </p>
        )}
        {leading && <LeadingView {...leading} />}
      </div>
    </dialog>
  );
}

function Parts({ found, positions }: { found: Found; positions: Positions | undefined }): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const { page, parts, scope } = found;
  const [ready, setReady] = useState(false);
  useEffect(() => void loadEvaluator().then(() => setReady(true)), []);
  const named = useMemo(() => parts.filter(({ part }) => kindOf(part)), [parts]);
  const [chosen, choose] = useState(named[0]!);
  if (!ready) return null;
  const { operations } = page.screen;
  const unusual = below(chosen).flatMap((one) => {
    const state = stateOf(rulesOf(engine, one, scope, operations));
    return state === 'shown' ? [] : [{ ...one, state }];
  });
  return (
    <>
      <PartView
        key={chosen.pointer}
        found={chosen}
        scope={scope}
        screen={page.screen}
        positions={positions}
      />
      <List
        title={t('engine.tools.around')}
        parts={named.filter((one) => one.pointer !== chosen.pointer)}
        onChoose={choose}
      />
      <List title={t('engine.tools.unusual')} parts={unusual} onChoose={choose} />
    </>
  );
}

/** The target screen of a link, its file, and its gate. */
function LeadingView({ entry, route }: Leading): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  return (
    <section className="flex flex-col gap-2 border-t border-line px-4 py-3">
      <h3 className="text-xs font-semibold text-muted">{t('engine.tools.leadsTo')}</h3>
      <p className="flex flex-wrap items-baseline gap-2">
        <b className="font-semibold">{entry.id}</b>
        <span className="font-mono text-xs break-all select-all">{entry.file}:1</span>
      </p>
      {accessRule(engine, { access: route.access }).map((rule) => (
        <RuleView key={rule.name} rule={rule} />
      ))}
    </section>
  );
}

/** Returns the parts nested in another. */
function below({ pointer, part }: FoundPart): FoundPart[] {
  return partsOf(part)
    .slice(1)
    .flatMap(([inner, one]): FoundPart[] => {
      const aside = pointer === '' && /^\/(operations|dictionaries|entities|schemas|uses)\//.test(inner);
      return !aside && kindOf(one as Part) ? [{ pointer: pointer + inner, part: one as Part }] : [];
    });
}

type Listed = FoundPart & { state?: ReturnType<typeof stateOf> };

function List({
  title,
  parts,
  onChoose,
}: {
  title: string;
  parts: readonly Listed[];
  onChoose(part: FoundPart): void;
}): ReactNode {
  const i18n = useLocale();
  if (parts.length === 0) return null;
  return (
    <section className="border-t border-line px-4 py-3">
      <Disclosure defaultOpen>
        <h3>
          <DisclosureButton className="group mb-1 flex items-center gap-1 text-xs font-semibold text-muted hover:text-ink">
            <Icon name="chevron-down" size={16} className="group-data-open:rotate-180" />
            {title}
          </DisclosureButton>
        </h3>
        <DisclosurePanel as="ul">
          {parts.map((one) => (
            <li key={one.pointer}>
              <button
                type="button"
                className="flex w-full items-center gap-2 rounded px-1.5 py-1 text-left hover:bg-hover"
                onClick={() => onChoose(one)}
              >
                <span className="text-muted">{kindOf(one.part)}</span>
                <span className="min-w-0 flex-1 truncate">{nameOf(i18n, one.part)}</span>
                {one.state && <StateBadge state={one.state} />}
              </button>
            </li>
          ))}
        </DisclosurePanel>
      </Disclosure>
    </section>
  );
}
