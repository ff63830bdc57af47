/** The views that queries of reports read: what the migration made, told for whoever writes a query. */
import type { Locale } from '../core/texts.ts';
import documented from './views.json' with { type: 'json' };

type Told = Record<Locale, string>;

export interface ReportView {
  name: string;
  title: Told;
  /** Only for whoever holds REPORTS_PERSONAL_DATA; others find it empty and are told. */
  personal?: boolean;
  columns: { name: string; type: string; title: Told }[];
}

/** Every view of the schema `report`. */
export const REPORT_VIEWS: readonly ReportView[] = documented as ReportView[];

/** The view of a name. */
export function viewOf(name: string): ReportView | undefined {
  return REPORT_VIEWS.find((one) => one.name === name);
}
