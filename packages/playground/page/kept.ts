/** What the browser keeps of the page through a reload: the draft and the last result, each in one record of its database. */

const STORE = 'kept';

/** Raised if the browser keeps nothing, or has no room; the message says what to do. */
export class KeepingError extends Error {
  override readonly name = 'KeepingError';
}

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('theodolite playground', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(request.error);
  });
  return opening;
}

async function transact<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    const transaction = (await database()).transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
      transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  } catch (error) {
    opening = null;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw new KeepingError(
      isFull
        ? 'The browser has no more room, so that what you do now is lost when the page is closed. Save it as a file.'
        : 'This browser keeps nothing for the page, as in a private window, so that what you do is lost when the page is closed. Save it as a file.',
    );
  }
}

/** @throws KeepingError */
export const keep = (name: string, value: unknown): Promise<unknown> =>
  transact('readwrite', (store) => store.put(value, name));

/** Undefined if nothing is kept by this name. @throws KeepingError */
export const kept = (name: string): Promise<unknown> => transact('readonly', (store) => store.get(name));

/** @throws KeepingError */
export const forget = (name: string): Promise<unknown> =>
  transact('readwrite', (store) => store.delete(name));
