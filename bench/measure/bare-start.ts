/** Node's own start, to be subtracted from that of `compile-once`. */
export {};
