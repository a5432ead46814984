import classes from './SlipArt.module.css';

type Props = { readonly size: number };

/** A slip that comes out of a slot, with a drop falling on it. Decoration only. */
export function SlipArt({ size }: Props) {
  return (
    <svg className={classes.art} width={size} height={size} viewBox="0 0 160 160" aria-hidden="true" focusable="false">
      <ellipse className={classes.pool} cx="80" cy="142" rx="52" ry="8" />
      <g className={classes.slip}>
        <path className={classes.paper} d="M44 58H116V133l-9-7-9 7-9-7-9 7-9-7-9 7-9-7-9 7Z" />
        <path className={classes.line} d="M57 98h28M57 109h46M92 98h11" />
        <path className={classes.tick} d="m72 79 5.500 5.500L89 73" />
      </g>
      <rect className={classes.slot} x="34" y="50" width="92" height="12" rx="6" />
      <path
        className={classes.drop}
        d="M80 6c6.500 8.200 11.500 15 11.500 21.500a11.500 11.500 0 0 1-23 0C68.500 21 73.500 14.200 80 6Z"
      />
    </svg>
  );
}
