/** Node's own start-up, which is subtracted from that of `compile-once`. */
export {};
