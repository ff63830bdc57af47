/** The views that report queries read: created by the migration, documented for authors of queries. */
import type { Locale } from '../core/texts.ts';
import documented from './views.json' with { type: 'json' };

type Titles = Record<Locale, string>;

export interface ReportView {
  name: string;
  title: Titles;
  /** Only for accounts with REPORTS_PERSONAL_DATA; for others it is empty, and they are notified. */
  personal?: boolean;
  columns: { name: string; type: string; title: Titles }[];
}

/** Every view of the schema `report`. */
export const REPORT_VIEWS: readonly ReportView[] = documented as ReportView[];

/** Returns the view with a name. */
export function viewOf(name: string): ReportView | undefined {
  return REPORT_VIEWS.find((one) => one.name === name);
}
