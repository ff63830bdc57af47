/** The public door: all that widgets, stories and the product's own code may use of the engine. */
export {
  defineCell,
  defineField,
  defineFilter,
  definePicker,
  defineView,
  defineWidget,
  type CellProps,
  type Choice,
  type FieldProps,
  type FilterProps,
  type PickerProps,
  type ViewProps,
  type WidgetProps,
} from './registry/define.ts';
export type { WidgetManifest } from './registry/manifest.ts';
export { formatDate, formatDateTime, formatNumber, t, useLocale } from './data/locale.ts';
export { toast } from './data/toasts.ts';
export { useOperation } from './data/operations.ts';
export { Button, IconButton } from './ui/button.tsx';
export { Icon } from './ui/icon.tsx';
export { Badge } from './ui/badge.tsx';
export { EmptyState, ErrorState, ForbiddenState, SkeletonBlock, SkeletonRows } from './ui/states.tsx';
export { openDialog } from './views/dialogs/store.ts';
export { usePage } from './views/page.ts';
export { useHolds, useReloader, useScope, useUnsaved, useValue } from './views/scope.ts';
export { useText, useTextOf } from './views/text.ts';
export { DateInput } from './views/date-input/DateInput.tsx';
export { TimeInput } from './views/date-input/TimeInput.tsx';
export { ReferencePicker } from './views/pickers/reference/ReferencePicker.tsx';
