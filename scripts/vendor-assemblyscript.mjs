/**
 * Vendors AssemblyScript's compiler with Binaryen, whose WebAssembly is put into a separate file. Binaryen's package
 * holds it as a string in 13 MB of JavaScript, which takes a quarter of a second to read at every first compilation.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { trimLibrary } from '../dist/compiler/assemble/library.js';

/** The licences require this notice. */
const CHANGED = '// Changed for Theodolite:';
/** How Binaryen's JavaScript makes an instance of itself, on its last line; the groups are what goes before and after. */
const START = /(=await \w+)\(\)(,\w+=\w+;export\{)/;
/** The position of the string in it. */
const LITERAL = /\w+\(`\\0asm/;
/** How AssemblyScript's own JavaScript gets the power function, a kilobyte or two; the group is its data URL. */
const FETCH = /\(await WebAssembly\.instantiateStreaming\(fetch\((\w+)\)\)\)\.instance/;
/** The same without Node's HTTP client, which `fetch` loads even for a data URL. */
const DECODE =
  'new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(atob($1.split(",")[1]), (c) => c.charCodeAt(0))))';

/**
 * The modules that asc imports in Node; elsewhere it has small modules of its own. It receives every file as text, so
 * it does not need Node's, which a bundler for pages cannot find.
 */
const NODE_OF_ASC = /[\w$]+\?\([\w$]+=await import\("fs"\),[^)]*(?:\("\w+"\),[^)]*)*\("url"\)\):\(/;
/** How Binaryen detects Node (the group is the name of its flag), and how it gets Node's modules. */
const NODE_OF_BINARYEN =
  /([\w$]+)=globalThis\.process\?\.versions\?\.node&&globalThis\.process\?\.type!="renderer";if\(\1\)\{let\{createRequire:[\w$]+\}=await import\("node:module"\);[^}]*\}/;

/** An object of texts, in which asc holds files by path: its name, and its value. */
const TEXTS = /([\w$]+)=(\{(?:(?:"[^"]+"|[\w$]+):(?:`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"),?)+\})/gs;

/** Copies both to `vendor/assemblyscript/` in `dist`, and makes the compiler import them from there. */
export async function vendorAssemblyScript(dist) {
  const vendor = new URL('vendor/assemblyscript/', dist);
  mkdirSync(vendor, { recursive: true });
  const asc = new URL(import.meta.resolve('assemblyscript/asc'));
  const binaryen = new URL(import.meta.resolve('binaryen'));
  const long = new URL(import.meta.resolve('long'));

  copyModule(asc, new URL('asc.mjs', vendor), trimmed);
  copyModule(new URL('assemblyscript.js', asc), new URL('assemblyscript.mjs', vendor), withoutFetch);
  copyModule(long, new URL('long.mjs', vendor));
  writeFileSync(new URL('binaryen.mjs', vendor), withoutBytes(readFileSync(binaryen, 'utf8')));
  writeFileSync(new URL('binaryen.wasm', vendor), await bytesOf(binaryen));
  for (const [name, file] of [
    ['assemblyscript.LICENSE.txt', new URL('../LICENSE', asc)],
    ['assemblyscript.NOTICE.txt', new URL('../NOTICE', asc)],
    ['binaryen.LICENSE.txt', new URL('LICENSE', binaryen)],
    ['long.LICENSE.txt', new URL('LICENSE', long)],
  ]) {
    copyFileSync(file, new URL(name, vendor));
  }

  const opener = new URL('compiler/assemble/open-asc.js', dist);
  const text = readFileSync(opener, 'utf8');
  writeFileSync(opener, text.replace("'assemblyscript/asc'", "'../../vendor/assemblyscript/asc.mjs'"));
}

/** Copies a module, changed or unchanged, which imports the others from beside it. */
function copyModule(from, to, change = (text) => text) {
  const text = readFileSync(from, 'utf8')
    .replace(/from"(assemblyscript|binaryen|long)"/g, 'from"./$1.mjs"')
    .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  writeFileSync(
    to,
    `${CHANGED} what it imports is beside it, and what is not used is left out.\n${change(text)}`,
  );
}

/**
 * asc without unused parts: Node's modules, plugins that it would import from given addresses, the part of its library
 * that modules do not need, and definitions for editors. These texts are seven eighths of it.
 */
function trimmed(text) {
  const found = [];
  const short = text.replace(TEXTS, (all, name, object) => {
    const files = new Function(`return ${object}`)();
    if ('rt/index-stub' in files) {
      found.push('library');
      trimLibrary(files);
      return `${name}=${JSON.stringify(files)}`;
    }
    if (!('assembly' in files)) return all;
    found.push('definitions');
    return `${name}={}`;
  });
  if (found.join() !== 'library,definitions') throw unfamiliar('AssemblyScript');
  return replaced(short, NODE_OF_ASC, '(', 'AssemblyScript').replaceAll(
    'import(new URL(',
    'import(/* webpackIgnore: true */ /* @vite-ignore */ new URL(',
  );
}

function withoutFetch(text) {
  return replaced(text, FETCH, DECODE, 'AssemblyScript');
}

/** A text with an expected part replaced. */
function replaced(text, expected, replacement, name) {
  if (!expected.test(text)) throw unfamiliar(name);
  return text.replace(expected, replacement);
}

function unfamiliar(name) {
  return new Error(`this version of ${name} is built in another way; see scripts/vendor-assemblyscript.mjs`);
}

/** Binaryen's JavaScript with `null` for the string, started through Emscripten's hook for this purpose. */
function withoutBytes(text) {
  const literal = LITERAL.exec(text);
  if (literal === null) throw unfamiliar('Binaryen');
  let end = literal.index + literal[0].length;
  while (text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
  const bytesless = `${text.slice(0, literal.index)}null${text.slice(end + '`)'.length)}`;
  const started = replaced(bytesless, START, '$1({ instantiateWasm })$2', 'Binaryen');
  const glue = replaced(started, NODE_OF_BINARYEN, '$1=false;', 'Binaryen');
  return [
    `${CHANGED} the WebAssembly is in a file beside it.`,
    "import { instantiateBinaryen } from '../../compiler/assemble/instantiate-binaryen.js';",
    "const instantiateWasm = await instantiateBinaryen(new URL('./binaryen.wasm', import.meta.url));",
    glue,
  ].join('\n');
}

/** The WebAssembly itself, which Binaryen passes to the engine when it is imported. */
async function bytesOf(binaryen) {
  const { instantiate } = WebAssembly;
  const handed = [];
  WebAssembly.instantiate = (source, imports) => {
    handed.push(source);
    return instantiate(source, imports);
  };
  try {
    await import(binaryen.href);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  if (handed.length !== 1) throw new Error('Binaryen was expected to instantiate one module');
  return handed[0];
}
