/** A banner that says that some parts are not shown; the details are in the console. */
import type { ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { Banner } from '../../ui/banner.tsx';

export function SentNotice({ faults = [] }: { faults: readonly string[] | undefined }): ReactNode {
  const { t } = useLocale();
  return faults.length > 0 && <Banner tone="warning">{t('engine.sent.partly')}</Banner>;
}
