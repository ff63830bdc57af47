/** Findings below the text: diagnostics, and differences from the deployed product in terms of the screen language. */
import type { ReactNode } from 'react';
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { useLocale } from '../data/useLocale.ts';
import type { Diagnostic } from '../language/diagnostics.ts';
import { formatChange, type Change } from '../tools/change.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import type { Answer } from './compiler.ts';

interface Props {
  file: string;
  answer: Answer | undefined;
  onChoose(diagnostic: Diagnostic): void;
}

export function Findings({ file, answer, onChoose }: Props): ReactNode {
  const { t } = useLocale();
  const { diagnostics = [], changes = [] } = answer ?? {};
  const counts = { findings: diagnostics.length, changes: changes.length };
  return (
    <TabGroup as="div" className="flex h-44 shrink-0 flex-col border-t border-line">
      <TabList className="flex gap-1 border-b border-line px-2 pt-1">
        {(['findings', 'changes'] as const).map((name) => (
          <Tab
            key={name}
            className="flex items-center gap-2 border-b-2 border-transparent px-2 py-1.5 text-sm text-muted data-selected:border-accent-strong data-selected:font-medium data-selected:text-ink"
          >
            {t(`engine.tools.${name}`)}
            <Badge tone={counts[name] > 0 && name === 'findings' ? 'danger' : 'muted'}>{counts[name]}</Badge>
          </Tab>
        ))}
      </TabList>
      <TabPanels className="min-h-0 flex-1 text-sm">
        <TabPanel className="h-full overflow-auto p-2">
          <Faults {...{ file, diagnostics, onChoose }} />
        </TabPanel>
        <TabPanel className="h-full overflow-auto p-2">
          <Changes changes={changes} />
        </TabPanel>
      </TabPanels>
    </TabGroup>
  );
}

function Faults({
  file,
  diagnostics,
  onChoose,
}: { diagnostics: readonly Diagnostic[] } & Omit<Props, 'answer'>): ReactNode {
  const { t } = useLocale();
  if (diagnostics.length === 0) return <p className="text-muted">{t('engine.tools.noFindings')}</p>;
  return (
    <ul>
      {diagnostics.map((one) => (
        <li key={`${one.file}:${one.line}:${one.column} ${one.code} ${one.message}`}>
          <button
            type="button"
            disabled={one.file !== file}
            onClick={() => onChoose({ ...one })}
            className="flex w-full gap-2 rounded px-1.5 py-1 text-left enabled:hover:bg-hover"
          >
            <span className="font-mono text-xs text-muted">
              {one.file === file ? '' : one.file}:{one.line}:{one.column}
            </span>
            <span className={one.severity === 'error' ? 'text-danger' : 'text-warning'}>{one.message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A widened gate comes first, and is highlighted. */
function Changes({ changes }: { changes: readonly Change[] }): ReactNode {
  const { t } = useLocale();
  if (changes.length === 0) return <p className="text-muted">{t('engine.tools.noChanges')}</p>;
  return (
    <ul className="font-mono text-xs">
      {changes.map((one) => (
        <li
          key={formatChange(one)}
          className={cx('px-1.5 py-0.5', one.kind === 'widened' && 'font-semibold text-danger')}
        >
          {formatChange(one)}
        </li>
      ))}
    </ul>
  );
}
