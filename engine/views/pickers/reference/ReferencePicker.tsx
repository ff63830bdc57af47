import type { ReactNode } from 'react';
import type { PickerProps } from '../../../registry/define.ts';
import { ReferenceList } from './ReferenceList.tsx';
import { ReferenceSelect } from './ReferenceSelect.tsx';

/**
 * Picks records of an entity by its dialog screen, and shows those that are picked by name, also when only
 * their ids are known (after a reload).
 */
export function ReferencePicker(props: PickerProps): ReactNode {
  return props.look === 'list' ? <ReferenceList {...props} /> : <ReferenceSelect {...props} />;
}
