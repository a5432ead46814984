import { z } from 'zod';
import classes from './ChartTip.module.css';

/** What the chart tells of the column under the pointer: only its place is taken, all numbers come from the series. */
const pointed = z.array(z.looseObject({ payload: z.looseObject({ at: z.number() }) }));

type Props = {
  readonly payload: unknown;
  readonly title?: (at: number) => string;
  readonly lines: (at: number) => readonly { readonly label: string; readonly value: string }[];
};

export function ChartTip({ payload, title, lines }: Props) {
  const read = pointed.safeParse(payload);
  const at = read.success ? read.data[0]?.payload.at : undefined;
  if (at === undefined) return null;
  return (
    <div className={classes.tip}>
      {title !== undefined && <strong>{title(at)}</strong>}
      {lines(at).map(({ label, value }) => (
        <p key={label}>
          <span>{label}</span>
          <bdi>{value}</bdi>
        </p>
      ))}
    </div>
  );
}
