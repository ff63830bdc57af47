import type { ReactNode } from 'react';
import type { PickerProps } from '../../../registry/define.ts';
import { ReferenceList } from './ReferenceList.tsx';
import { ReferenceSelect } from './ReferenceSelect.tsx';

/**
 * Picks records of an entity in its dialog screen and shows the picked ones by label, also when only their ids are
 * known (after a reload).
 */
export function ReferencePicker(props: PickerProps): ReactNode {
  return props.look === 'list' ? <ReferenceList {...props} /> : <ReferenceSelect {...props} />;
}
