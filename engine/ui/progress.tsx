/** Progress from 0 to 1; null while it is not known. */
export function ProgressBar({ value, label }: { value: number | null; label: string }) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value === null ? {} : { value })}
      className="mt-2 block h-1 w-full overflow-hidden rounded-full accent-accent"
    />
  );
}
