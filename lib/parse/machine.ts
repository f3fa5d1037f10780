/**
 * The envelope machine: which transition a kind of token makes in a state. It depends on the kind alone, never on
 * what a header means, so the native core mirrors exactly this table (`native/core/table.h` is generated from it).
 * The table in docs/design.md says the same in words.
 */
import { KIND_COUNT, Kind } from '../wire/index.ts';

export const State = {
  /** Between messages. */
  Idle: 0,
  /** Text where a header may stand. */
  Loose: 1,
  Header: 2,
  Body: 3,
} as const;
export type State = (typeof State)[keyof typeof State];

export const Action = {
  /** Nothing happens, no issue. */
  Ignore: 0,
  /** Text where a header may stand begins or goes on. */
  LooseText: 1,
  HeaderText: 2,
  BodyText: 3,
  /** A start token opens a header. */
  OpenHeader: 4,
  /** A channel token opens a header: `missing_start`. */
  OpenHeaderAtChannel: 5,
  /** A message token opens a body without header: `missing_start`. */
  OpenBody: 6,
  /** A channel or constrain token inside a header. */
  HeaderMarker: 7,
  /** The message token: the header is complete. */
  CompleteHeader: 8,
  /** A start token inside a header: `duplicate_start`, or a split. */
  RestartHeader: 9,
  /** A stop token inside a header: a split. */
  StopHeader: 10,
  /** The input of this message ends inside a header. */
  EndHeader: 11,
  /** A stop token closes the open message. */
  Close: 12,
  /** The input ends and closes the open message. */
  CloseAtEnd: 13,
  /** A start token cuts the open message off, then opens a header. */
  CutByStart: 14,
  /** A channel token cuts the open message off, then opens a header. */
  CutByChannel: 15,
  /** A message token cuts loose text off, then opens a body without header. */
  CutByMessage: 16,
  /** `stray_stop_token`, dropped. */
  StrayStop: 17,
  /** `stray_token`, dropped. */
  StrayToken: 18,
  /** A reserved token's name, or U+FFFD for an unknown id, goes where text goes. */
  AsText: 19,
} as const;
export type Action = (typeof Action)[keyof typeof Action];

type Row = Partial<Record<Kind, Action>>;

const STOPS = (action: Action): Row => ({ [Kind.End]: action, [Kind.Return]: action, [Kind.Call]: action });
const ENDS = (action: Action): Row => ({ [Kind.EndOfText]: action, [Kind.Eof]: action });

const ROWS: Record<State, Row> = {
  [State.Idle]: {
    [Kind.Text]: Action.LooseText,
    [Kind.Start]: Action.OpenHeader,
    [Kind.Channel]: Action.OpenHeaderAtChannel,
    [Kind.Message]: Action.OpenBody,
    [Kind.Constrain]: Action.StrayToken,
    [Kind.Reserved]: Action.StrayToken,
    [Kind.Unknown]: Action.AsText,
    ...STOPS(Action.StrayStop),
    ...ENDS(Action.Ignore),
  },
  [State.Loose]: {
    [Kind.Text]: Action.LooseText,
    [Kind.Start]: Action.CutByStart,
    [Kind.Channel]: Action.CutByChannel,
    [Kind.Message]: Action.CutByMessage,
    [Kind.Constrain]: Action.StrayToken,
    [Kind.Reserved]: Action.StrayToken,
    [Kind.Unknown]: Action.AsText,
    ...STOPS(Action.Close),
    ...ENDS(Action.CloseAtEnd),
  },
  [State.Header]: {
    [Kind.Text]: Action.HeaderText,
    [Kind.Start]: Action.RestartHeader,
    [Kind.Channel]: Action.HeaderMarker,
    [Kind.Constrain]: Action.HeaderMarker,
    [Kind.Message]: Action.CompleteHeader,
    [Kind.Reserved]: Action.AsText,
    [Kind.Unknown]: Action.AsText,
    ...STOPS(Action.StopHeader),
    ...ENDS(Action.EndHeader),
  },
  [State.Body]: {
    [Kind.Text]: Action.BodyText,
    [Kind.Start]: Action.CutByStart,
    [Kind.Channel]: Action.CutByChannel,
    [Kind.Message]: Action.StrayToken,
    [Kind.Constrain]: Action.StrayToken,
    [Kind.Reserved]: Action.AsText,
    [Kind.Unknown]: Action.AsText,
    ...STOPS(Action.Close),
    ...ENDS(Action.CloseAtEnd),
  },
};

/** Action by `state * KIND_COUNT + kind`. */
export const TRANSITIONS: Uint8Array = Uint8Array.from({ length: 4 * KIND_COUNT }, (_, i) => {
  const state = Math.floor(i / KIND_COUNT) as State;
  return ROWS[state][(i % KIND_COUNT) as Kind] ?? Action.Ignore;
});
