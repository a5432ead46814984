type Props = {
  readonly sentences: readonly string[];
  /** How many more there are that are not shown. */
  readonly more: number;
};

export function Notes({ sentences, more }: Props) {
  return (
    <>
      {sentences.map((sentence) => (
        <div key={sentence}>
          <bdi>{sentence}</bdi>
        </div>
      ))}
      {more > 0 && <div>And {more} more like this.</div>}
    </>
  );
}
