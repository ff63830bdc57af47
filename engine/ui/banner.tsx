import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const TONES: Record<BannerTone, { icon: string; box: string; mark: string }> = {
  info: { icon: 'info', box: 'border-info-line bg-info-soft', mark: 'text-info' },
  success: { icon: 'check', box: 'border-success-line bg-success-soft', mark: 'text-success' },
  warning: { icon: 'warning', box: 'border-warning-line bg-warning-soft', mark: 'text-warning' },
  danger: { icon: 'error', box: 'border-danger-line bg-danger-soft', mark: 'text-danger' },
};

/** A message that stays on the page while its cause exists. `children` contain the text and what follows it. */
export function Banner({
  tone = 'info',
  children,
  actions,
}: {
  tone?: BannerTone;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const looks = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2 text-ink',
        looks.box,
      )}
    >
      <span className={cx('self-start', looks.mark)}>
        <Icon name={looks.icon} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
    </div>
  );
}
