/** Values of parameters of addresses to which no table leads by its first rows. */

/** The rows, or the nodes, that a GET answers at an address; none where it is refused. */
type Ask = (address: string) => Promise<unknown[]>;

interface Folder {
  id: string;
  subDirectories: Folder[];
}

const POINT_GROUPS = '/api/v3/point-group';

/**
 * Words for the parameters of a route: those that are no record's, and a common folder of point groups with groups
 * alone in it. Null where the account sees none.
 *
 * @example await wordsOf('/point-groups/:directories*', ask) // { …, directories: 'GENERAL/5f0…' }
 */
export async function wordsOf(route: string, ask: Ask): Promise<Record<string, string | null>> {
  const words = { error: '404', classifierType: 'fuelTypes' };
  if (!/:directories\b|:pointGroupId\b/.test(route)) return words;
  const roots = (await ask(`${POINT_GROUPS}/directory/tree`)) as Folder[];
  const folders = roots.find(({ id }) => id === 'GENERAL')?.subDirectories ?? [];
  for (const { id } of folders.filter(({ subDirectories }) => subDirectories.length === 0)) {
    const address = `${POINT_GROUPS}/paging?page=0&count=50&directoryId=${id}`;
    const elements = (await ask(address)) as { id: string; elementType: string }[];
    const group = elements.find(({ elementType }) => elementType === 'POINT_GROUP');
    if (group) return { ...words, directories: `GENERAL/${id}`, pointGroupId: group.id };
  }
  return { ...words, directories: null, pointGroupId: null };
}
