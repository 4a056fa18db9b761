/**
 * How many nodes and buffers the columns of a table of Arrow have by their types, held to how many each message has: the library takes them
 * in their order, so that after a damaged type, or without a column, each would be another's.
 */
import { type DataType, type Schema, Type, UnionMode } from '@uwdata/flechette';

/** What a message of rows or of a dictionary has. */
export interface MessageShape {
  /** Of a message of a dictionary, which one; null of one of rows. */
  readonly dictionary: number | null;
  readonly nodes: number;
  readonly buffers: number;
  /** How many buffers of text each column of views has. */
  readonly views: readonly number[];
  /** The format's number of its version, from 0. */
  readonly version: number;
}

/** A type has one buffer for its nulls, where it has any, and these. */
const BUFFERS: Readonly<Record<number, number>> = {
  [Type.Null]: 0,
  [Type.RunEndEncoded]: 0,
  [Type.Struct]: 1,
  [Type.FixedSizeList]: 1,
  [Type.Binary]: 3,
  [Type.LargeBinary]: 3,
  [Type.Utf8]: 3,
  [Type.LargeUtf8]: 3,
  [Type.ListView]: 3,
  [Type.LargeListView]: 3,
};
const OTHER_BUFFERS = 2;

/** The version from which on unions have no buffer for nulls. */
const UNION_VERSION = 4;

/** @throws Error where a message has others than the columns of the schema, or is of a dictionary that no column has */
export function checkShapes({ fields }: Schema, messages: readonly MessageShape[]): void {
  const columns = fields.map(({ type }) => type);
  const dictionaries = new Map<number, DataType>();
  for (const type of columns) findDictionaries(type, dictionaries);
  for (const { dictionary, nodes, buffers, views, version } of messages) {
    const type = dictionary === null ? undefined : dictionaries.get(dictionary);
    if (dictionary !== null && type === undefined)
      throw new Error('it has a dictionary that belongs to no column');
    const types = (type === undefined ? columns : [type]).flatMap(withChildren);
    const texts = views.reduce((sum, count) => sum + count, 0);
    const wanted = types.reduce((sum, each) => sum + buffersOf(each, version), texts);
    if (types.length !== nodes || wanted !== buffers || types.filter(isView).length !== views.length)
      throw new Error('its columns are of other types than its values');
  }
}

function childrenOf(type: DataType): readonly DataType[] {
  return 'children' in type ? type.children.map((child) => child.type) : [];
}

/** A type and the types in it, each of which has a node; what a dictionary numbers stands in its own messages. */
function withChildren(type: DataType): readonly DataType[] {
  return [type, ...childrenOf(type).flatMap(withChildren)];
}

function findDictionaries(type: DataType, found: Map<number, DataType>): void {
  if (type.typeId === Type.Dictionary) {
    found.set(type.id, type.dictionary);
    findDictionaries(type.dictionary, found);
  }
  for (const child of childrenOf(type)) findDictionaries(child, found);
}

function isView({ typeId }: DataType): boolean {
  return typeId === Type.BinaryView || typeId === Type.Utf8View;
}

function buffersOf(type: DataType, version: number): number {
  if (type.typeId !== Type.Union) return BUFFERS[type.typeId] ?? OTHER_BUFFERS;
  return (type.mode === UnionMode.Sparse ? 1 : 2) + (version < UNION_VERSION ? 1 : 0);
}
