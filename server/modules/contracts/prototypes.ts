/** Prototypes of stands: initial values of a stand that is created under the contract. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractPrototypes = record('contractPrototype', {
  table: 'contract_prototypes',
  title: [OF_CONTRACT, 'name'],
  parent: contracts,
  fields: {
    standKind: word('standKinds'),
    surface: word('standSurfaces'),
    garbageType: coded('garbage_types'),
    containerType: coded('container_types'),
    regularity: word('regularityTypes'),
  },
  search: ['name', 'garbageType', 'containerType', 'comment'],
  order: '-name',
  unique: { contract_prototypes_name: 'name' },
});
