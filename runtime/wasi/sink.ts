/** Buffered UTF-8 output to a stream, or text collected in memory. */
import { OBJECT } from 'rt/common';
import { cannotWrite } from './problems';
import { enlarge, reserve } from './storage';
import { STANDARD_ERROR, writeAll } from './system';

/** The descriptor of a text in memory. */
const KEPT: i32 = -1;

@unmanaged
export class Sink {
  descriptor: i32;
  at: usize;
  used: i32;
  room: i32;
}

/** A sink that writes to a stream. */
export function openSink(descriptor: i32, room: i32): Sink {
  const sink = changetype<Sink>(reserve(offsetof<Sink>()));
  sink.descriptor = descriptor;
  sink.at = reserve(<usize>room);
  sink.room = room;
  return sink;
}

/** A sink that collects text in memory. */
export function openText(): Sink {
  return openSink(KEPT, 256);
}

/** Writes the buffer. Ends the command if that fails. */
export function flush(sink: Sink): void {
  const used = sink.used;
  sink.used = 0;
  // If messages cannot be written, there is no way to report it.
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

/** The number of UTF-16 units in a `String` of the program. */
export function unitCount(text: String): i32 {
  return <i32>(changetype<OBJECT>(changetype<usize>(text) - offsetof<OBJECT>()).rtSize >> 1);
}

/** Writes a `String` of the program, which is in UTF-16, as UTF-8. */
export function put(sink: Sink, text: String): void {
  const units = unitCount(text);
  const start = changetype<usize>(text);
  for (let i = 0; i < units; i++) {
    const unit = <i32>load<u16>(start + (<usize>i << 1));
    if (unit >> 10 != 0x36 || i + 1 == units) putCodePoint(sink, unit);
    else putCodePoint(sink, 0x1_0000 + ((unit & 0x3ff) << 10) + (<i32>load<u16>(start + (<usize>++i << 1)) & 0x3ff));
  }
}

/** A `String` of the program as UTF-8, in memory. */
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

/** Writes a whole number from 0. */
export function putWhole(sink: Sink, value: u64): void {
  let places: u64 = 1;
  while (value / places >= 10) places *= 10;
  for (; places > 0; places /= 10) putByte(sink, 48 + <i32>((value / places) % 10));
}

/** Writes the text that another sink has collected. */
export function putKept(sink: Sink, kept: Sink): void {
  putBytes(sink, kept.at, kept.used);
}
