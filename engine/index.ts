/** The public API of the engine: everything that a widget may import. */
export * from './registry/define.ts';
export type {
  CompiledField,
  CompiledFilter,
  CompiledFile,
  CompiledEntity,
  Tone,
} from './language/compiled.ts';
export { useCan } from './access/can.ts';
export type { I18n, Translate } from './data/i18n.ts';
export type { Toast } from './data/toasts.ts';
export { useLocale } from './data/useLocale.ts';
export { useToast } from './data/useToast.ts';
export { useTheme } from './shell/useTheme.ts';
export { useDialog } from './views/dialogs/store.ts';
export { useConfirm, type Question } from './ui/confirmStore.ts';
export { afterPaint } from './ui/afterPaint.ts';
export { useColours, type Colours } from './ui/colours.ts';
export { useViewSelection, type ViewSelection } from './page/selections.ts';
export { valueAt } from './language/evaluate.ts';
export { Badge } from './ui/badge.tsx';
export { Banner } from './ui/banner.tsx';
export { Button, IconButton } from './ui/button.tsx';
export { cx } from './ui/cx.ts';
export { CodeEditor } from './views/code/LazyCodeEditor.tsx';
export type { CodeEditorProps, CodeFault, CodeWord } from './views/code/CodeEditor.tsx';
export { Checkbox, Input, NativeSelect, Textarea } from './ui/input.tsx';
export { Icon } from './ui/icon.tsx';
export { ICON_PATHS } from './ui/icons/paths.ts';
export { useUrlState, type UrlPatch } from './routing/urlState.ts';
export { useNarrow } from './ui/narrow.ts';
export {
  EmptyState,
  ErrorState,
  FailedState,
  ForbiddenState,
  SkeletonBlock,
  SkeletonRows,
} from './ui/states.tsx';
export { Link, useNavigate } from 'react-router-dom';
export { useParams } from './routing/place.ts';
export { useCall, useOperation } from './page/widgetData.tsx';
export { useFieldValue } from './views/form/useFieldValue.ts';
export { useShownText } from './views/cells/useShownText.ts';
export { ReferencePicker } from './views/pickers/reference/ReferencePicker.tsx';
