import type { RecordColumn, RecordRow } from '../../../shared/bridge/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRow } from '../../../shared/csv/csv.ts';
import type { CsvFormat } from '../../../shared/csv/csv-format.ts';
import { costCells, costHeads, sizeCells, sizeHeads, TimeCells } from '../../../shared/csv/record-cells.ts';
import { columnNames } from '../../../shared/messages/record-columns.ts';
import { partName } from '../../../shared/messages/submissions/parts.ts';

const phases = { pending: 'Submitted', 'in-block': 'Confirmed', failed: 'Delayed' } as const;

/** What an account is closed with. It is in every sheet, whatever is looked at on the screen. */
const always = ['time', 'file', 'state', 'fees', 'size', 'id'] as const satisfies readonly RecordColumn[];
/** The token is named beside the cost. */
const further = ['token', 'dataHash', 'blockHash', 'txHash', 'index', 'address', 'user', 'error'] as const;

/** On the screen a column has the token's name; the name stands beside the cost here. */
const furtherHeads = { ...columnNames, token: 'Token details id' };

/** Records as a table for a spreadsheet. docs/csv-format.md says why its cells are as they are. */
export class RecordSheet {
  readonly #further: (typeof further)[number][];
  readonly #format: CsvFormat;
  readonly #times: TimeCells;

  /** `columns`: what is looked at; `timeZone`: of the clock on the wall. */
  constructor(columns: readonly RecordColumn[], timeZone: string, format: CsvFormat) {
    this.#further = further.filter((column) => columns.includes(column));
    this.#format = format;
    this.#times = new TimeCells(timeZone);
  }

  head(): string {
    const heads = {
      time: this.#times.heads,
      file: ['File', 'Folder', 'Part'],
      state: ['State'],
      fees: costHeads,
      size: sizeHeads,
      id: ['Submission id'],
    };
    const cells = [...always.flatMap((column) => heads[column]), ...this.#further.map((one) => furtherHeads[one])];
    return `${BYTE_ORDER_MARK}${csvRow(cells, this.#format)}`;
  }

  rows(rows: readonly RecordRow[]): string {
    let text = '';
    for (const row of rows) text += csvRow(this.#cellsOf(row), this.#format);
    return text;
  }

  #cellsOf(row: RecordRow): CsvCell[] {
    return [
      ...this.#times.of(row.time),
      row.file?.name ?? null,
      row.file?.folder ?? null,
      row.file?.part === undefined ? null : partName(row.file.part, row.file.part.total),
      phases[row.phase],
      ...costCells(row.fees, row.token, row.decimals),
      ...sizeCells(row.size, row.amountData),
      row.id,
      ...this.#further.map((column) => (column === 'token' ? row.tokenDetailsId : row[column])),
    ];
  }
}
