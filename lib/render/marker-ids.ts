/** Control tokens by the kind of their spelled marker. */
import { CALL, CHANNEL, CONSTRAIN, END, END_OF_TEXT, Kind, MESSAGE, RETURN, START } from '../wire/index.ts';

const IDS: Readonly<Record<number, number>> = {
  [Kind.Start]: START,
  [Kind.Channel]: CHANNEL,
  [Kind.Constrain]: CONSTRAIN,
  [Kind.Message]: MESSAGE,
  [Kind.End]: END,
  [Kind.Return]: RETURN,
  [Kind.Call]: CALL,
  [Kind.EndOfText]: END_OF_TEXT,
};

/** The id of a marker's kind, as `markerAt` gives it (never of `Kind.Text`). */
export function idOfMarker(kind: Kind): number {
  return IDS[kind]!;
}
