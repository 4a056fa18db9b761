/** Text on its way to a stream, or kept in memory: bytes of UTF-8 that are written when many have come together. */
import { OBJECT } from 'rt/common';
import { cannotWrite } from './problems';
import { enlarge, reserve } from './storage';
import { STANDARD_ERROR, writeAll } from './system';

/** The descriptor of text that is kept. */
const KEPT: i32 = -1;

@unmanaged
export class Sink {
  descriptor: i32;
  at: usize;
  used: i32;
  room: i32;
}

/** A sink of a stream. */
export function openSink(descriptor: i32, room: i32): Sink {
  const sink = changetype<Sink>(reserve(offsetof<Sink>()));
  sink.descriptor = descriptor;
  sink.at = reserve(<usize>room);
  sink.room = room;
  return sink;
}

/** A sink that keeps its text. */
export function openText(): Sink {
  return openSink(KEPT, 256);
}

/** Writes what has come together. Ends the command where it cannot. */
export function flush(sink: Sink): void {
  const used = sink.used;
  sink.used = 0;
  // Where messages cannot be written there is nobody to be told.
  if (!writeAll(sink.descriptor, sink.at, used) && sink.descriptor != STANDARD_ERROR) cannotWrite();
}

function makeRoom(sink: Sink, bytes: i32): void {
  if (sink.used + bytes <= sink.room) return;
  if (sink.descriptor != KEPT) {
    flush(sink);
    if (bytes <= sink.room) return;
  }
  const room = max(2 * sink.room, sink.used + bytes);
  sink.at = enlarge(sink.at, <usize>sink.used, <usize>room);
  sink.room = room;
}

export function putByte(sink: Sink, byte: i32): void {
  makeRoom(sink, 1);
  store<u8>(sink.at + <usize>sink.used, <u8>byte);
  sink.used++;
}

export function putBytes(sink: Sink, at: usize, bytes: i32): void {
  makeRoom(sink, bytes);
  memory.copy(sink.at + <usize>sink.used, at, <usize>bytes);
  sink.used += bytes;
}

/** How many UTF-16 units a text of the program has. */
export function unitCount(text: String): i32 {
  return <i32>(changetype<OBJECT>(changetype<usize>(text) - offsetof<OBJECT>()).rtSize >> 1);
}

/** A text of the program, which AssemblyScript keeps in UTF-16. */
export function put(sink: Sink, text: String): void {
  const units = unitCount(text);
  const start = changetype<usize>(text);
  for (let i = 0; i < units; i++) {
    const unit = <i32>load<u16>(start + (<usize>i << 1));
    if (unit >> 10 != 0x36 || i + 1 == units) putCodePoint(sink, unit);
    else putCodePoint(sink, 0x1_0000 + ((unit & 0x3ff) << 10) + (<i32>load<u16>(start + (<usize>++i << 1)) & 0x3ff));
  }
}

/** Of a text of the program, as UTF-8: where it is, and how many bytes. */
export function encode(text: String): Sink {
  const encoded = openText();
  put(encoded, text);
  return encoded;
}

export function putCodePoint(sink: Sink, point: i32): void {
  if (point < 0x80) {
    putByte(sink, point);
    return;
  }
  const following = point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
  const lead = following == 1 ? 0xc0 : following == 2 ? 0xe0 : 0xf0;
  putByte(sink, lead | (point >> (6 * following)));
  for (let left = following - 1; left >= 0; left--) putByte(sink, 0x80 | ((point >> (6 * left)) & 0x3f));
}

/** A whole number from 0. */
export function putWhole(sink: Sink, value: u64): void {
  let places: u64 = 1;
  while (value / places >= 10) places *= 10;
  for (; places > 0; places /= 10) putByte(sink, 48 + <i32>((value / places) % 10));
}

/** What another sink keeps. */
export function putKept(sink: Sink, kept: Sink): void {
  putBytes(sink, kept.at, kept.used);
}
