/** Values for parameters of addresses that are not found through the first rows of a table. */

/** Returns the rows, or the nodes, of the reply to a GET at an address; none when it is refused. */
type Ask = (address: string) => Promise<unknown[]>;

interface Folder {
  id: string;
  subDirectories: Folder[];
}

const POINT_GROUPS = '/api/v3/point-group';

/**
 * Values for the parameters of a route: those that come from no record, and a common folder of point groups that
 * contains only groups. Null where the account can read none.
 *
 * @example await wordsOf('/point-groups/:directories*', ask) // { …, directories: 'GENERAL/5f0…' }
 */
export async function wordsOf(route: string, ask: Ask): Promise<Record<string, string | null>> {
  const values = { error: '404', classifierType: 'fuelTypes' };
  if (!/:directories\b|:pointGroupId\b/.test(route)) return values;
  const roots = (await ask(`${POINT_GROUPS}/directory/tree`)) as Folder[];
  const folders = roots.find(({ id }) => id === 'GENERAL')?.subDirectories ?? [];
  for (const { id } of folders.filter(({ subDirectories }) => subDirectories.length === 0)) {
    const address = `${POINT_GROUPS}/paging?page=0&count=50&directoryId=${id}`;
    const elements = (await ask(address)) as { id: string; elementType: string }[];
    const group = elements.find(({ elementType }) => elementType === 'POINT_GROUP');
    if (group) return { ...values, directories: `GENERAL/${id}`, pointGroupId: group.id };
  }
  return { ...values, directories: null, pointGroupId: null };
}
