/**
 * What the walk cannot derive for a dialog: the state of a record that offers it, the account, and the list that shows
 * the record.
 */
export interface Need {
  /** The account that walks; random by default. */
  login?: string;
  /** The screen and, where it has several, the route that offers the dialog; by default the first that does. */
  screen?: string;
  route?: string;
  /** Key of the text on the control that opens it, where others open another dialog by the same text. */
  opener?: string;
  /** Filters of that list, as they appear in the address: the table's name, `f`, the filter's. */
  query?: string;
  /** Which rows of a list may be used in the address. */
  where?(row: { status?: { name?: string } }): boolean;
}

const claims = (login: string, list: string, status: string): Need => ({
  login,
  screen: 'claims',
  route: `/claims/${list}`,
  query: `claims.f.statuses=${status}`,
});
const results = (login: string, list: string, status: string): Need => ({
  login,
  screen: 'csoris',
  route: `/csoris/${list}`,
  query: `csoris.f.statuses=${status}`,
});
const folder: Need = { login: 'planner', route: '/point-groups/directories/:directories*' };

export const NEEDS: Readonly<Record<string, Need>> = {
  'claim.approve': claims('claims', 'customer', 'UNDER_CONSIDERATION'),
  'claim.discard': claims('claims', 'customer', 'UNDER_CONSIDERATION'),
  'claim.specify': claims('claims', 'customer', 'UNDER_CONSIDERATION'),
  'claim.change': claims('agreement', 'carrier', 'SPECIFIED'),
  'claim.submit': claims('agreement', 'carrier', 'NEW'),
  'csori.change': results('agreement', 'carrier', 'AGREEMENT'),
  'csori.claim': results('agreement', 'carrier', 'AGREEMENT'),
  'csori.correct': results('claims', 'customer', 'CORRECTION'),
  'inventory.check': { login: 'inspector', where: ({ status }) => status?.name === 'IN_PROGRESS' },
  'pick.directory': folder,
  'point-group.directory': { ...folder, opener: 'pointGroups.addDirectory' },
  'point-group.duplicates': { login: 'planner' },
  'point-group.rename': folder,
  'report-editor.clone': { login: 'analyst' },
  'solution.move': {
    login: 'planner',
    screen: 'solution.routes',
    route: '/hypothesis/:hypothesisId/solutions/:solutionId/routes',
    where: ({ status }) => status === undefined || status?.name === 'SUCCESS',
  },
  'tievr.review': { login: 'results', query: 'points.f.onlyFaulty=true&points.f.onlyUnreviewed=true' },
};
