/** The public door of the engine: all that a widget may import. */
export * from './registry/define.ts';
export { hasText, t, useLocale, formatDate, formatDateTime, formatNumber } from './data/locale.ts';
export { toast } from './data/toasts.ts';
export { Badge } from './ui/badge.tsx';
export { Banner } from './ui/banner.tsx';
export { Button, IconButton } from './ui/button.tsx';
export { Checkbox, Input, Textarea } from './ui/input.tsx';
export { Icon } from './ui/icon.tsx';
export {
  EmptyState,
  ErrorState,
  FailedState,
  ForbiddenState,
  SkeletonBlock,
  SkeletonRows,
} from './ui/states.tsx';
export { Link, useNavigate, useParams } from 'react-router-dom';
export { useCall, useOperation } from './page/widgetData.tsx';
export { shownText } from './views/cells/shown.ts';
export { ReferencePicker } from './views/pickers/reference/ReferencePicker.tsx';
