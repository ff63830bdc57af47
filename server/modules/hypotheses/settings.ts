/** Settings of a calculation, their columns and their format in the API. */
import type { Captions } from '../../records/captions.ts';
import type { FieldMaker } from '../../records/fields.ts';
import type { Row } from '../../records/rows.ts';
import type { HypothesisSetting, HypothesisSettingSave } from '../../../schemas/generated/api.ts';

const COLUMNS = {
  config: 'config',
  maxCalculationTime: 'max_calculation_time',
  trafficJams: 'traffic_jams',
  tollRoads: 'toll_roads',
  ferryCrossing: 'ferry_crossing',
  sameOrderTimeWindow: 'same_order_time_window',
  experience: 'experience',
  experienceThreshold: 'experience_threshold',
} as const;

/** Columns of the settings, in hypotheses and solutions. */
export const SETTING_COLUMNS = Object.values(COLUMNS);

const DICTIONARIES: Partial<Record<string, string>> = {
  config: 'solutionConfigurations',
  experience: 'solutionExperiences',
};

/** Returns the settings of a row. */
export function shownSetting(row: Row, captions: Captions): HypothesisSetting {
  const values = Object.entries(COLUMNS).map(([property, column]) => {
    const dictionary = DICTIONARIES[property];
    const value = row[column];
    return [property, dictionary ? captions.value(dictionary, value as string) : value];
  });
  return Object.fromEntries(values) as HypothesisSetting;
}

/** The field `setting`; a save without it leaves the settings unchanged. */
export const setting: FieldMaker = () => ({
  columns: [...SETTING_COLUMNS],
  dictionaries: Object.values(DICTIONARIES) as string[],
  show: shownSetting,
  write: (value) => {
    if (!value) return {};
    const given = value as HypothesisSettingSave;
    return Object.fromEntries(
      Object.entries(COLUMNS).map(([property, column]) => {
        const one = given[property as keyof HypothesisSettingSave];
        return [column, typeof one === 'object' ? one.name : one];
      }),
    );
  },
});
