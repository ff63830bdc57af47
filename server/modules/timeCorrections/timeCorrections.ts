/** Time corrections: several containers of a type at one place take less time each (V-058, V-059, C-025). */
import { byCode } from '../../records/auditKinds.ts';
import { oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import { codedCell, number } from '../../sheets/cells.ts';
import { defineSheet } from '../../sheets/define.ts';

export const timeCorrections = record('timeCorrection', {
  table: 'container_time_corrections',
  title: [byCode('container_type', 'container_types'), 'countFrom'],
  fields: { containerType: coded('container_types'), seconds: 'processing_time' },
  search: ['containerType'],
  order: '-containerType',
  filters: { containerTypes: oneOf('container_type') },
  unique: { container_time_corrections_from: 'countFrom' },
  crossing: { container_time_corrections_counts: 'countFrom' },
});

export const timeCorrectionSheet = defineSheet({
  record: timeCorrections,
  key: ['containerType', 'countFrom'],
  columns: [
    {
      property: 'containerType',
      heads: { ru: 'Тип контейнера', en: 'Container type' },
      read: codedCell('container_types'),
      required: true,
    },
    { property: 'countFrom', heads: { ru: 'Количество от', en: 'Count from' }, read: number, required: true },
    { property: 'countTo', heads: { ru: 'Количество до', en: 'Count to' }, read: number },
    { property: 'seconds', heads: { ru: 'Время, сек', en: 'Time, sec' }, read: number, required: true },
  ],
});
