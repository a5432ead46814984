type Props = { readonly size: number };

/** The app's mark: a slip with a torn edge, a drop cut out of it. */
export function Logo({ size }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--ds-accent)"
        fillRule="evenodd"
        d="M9 2h14a4 4 0 0 1 4 4v24l-3.67-3-3.66 3L16 27l-3.67 3-3.66-3L5 30V6a4 4 0 0 1 4-4Zm7 4.4c-2.3 2.5-5 6-5 9.3a5 5 0 0 0 10 0c0-3.3-2.7-6.8-5-9.3Z"
      />
    </svg>
  );
}
