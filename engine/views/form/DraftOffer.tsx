/** Offers unsaved input of an earlier visit, with the labels of the fields that it would fill. */
import { useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useStatus } from './context.ts';
import { draftLabels, type FormDraft } from './draft.ts';

export function DraftOffer({ draft }: { draft: FormDraft }): ReactNode {
  const { formatDateTime, t } = useLocale();
  const [, decide] = useState(0);
  const readOnly = useStatus((status) => status.readOnly);
  useStatus((status) => status.dirty);
  const { offered, controller } = draft;
  if (!offered || readOnly) return null;
  const version: unknown = controller.record?.version ?? null;
  const time = formatDateTime(new Date(offered.saved).toISOString());
  const decided = (act: () => void) => () => {
    act();
    decide((n) => n + 1);
  };
  return (
    <div data-part="draft">
      <Banner
        tone="info"
        actions={
          <span className="flex flex-wrap gap-2">
            <Button size="s" tone="primary" onClick={decided(() => draft.apply())}>
              {t('engine.draft.apply')}
            </Button>
            <Button size="s" onClick={decided(draft.drop)}>
              {t('engine.draft.drop')}
            </Button>
          </span>
        }
      >
        <p className="font-medium">{t('engine.draft.title', { time })}</p>
        <p>{t('engine.draft.fields', { fields: draftLabels(draft).join(', ') })}</p>
        {version !== offered.version && <p>{t('engine.draft.older')}</p>}
      </Banner>
    </div>
  );
}
