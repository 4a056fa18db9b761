-- Opens a layout in Neovim with the settings of docs/guides/editors.md, makes requests with its own client, and writes the answers.
-- Arguments: the settings, the layout, the requests as JSON, and where the answers go.
local settings, layout, requests, out = arg[1], arg[2], arg[3], arg[4]
local answers = {}
local published = nil
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(_, result) published = result end
dofile(settings)
vim.cmd('edit ' .. vim.fn.fnameescape(layout))
local buffer = vim.api.nvim_get_current_buf()
if not vim.wait(20000, function() return published ~= nil end, 20) then error('no diagnostics') end
local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1].id
answers.diagnostics = published
answers.filetype = vim.bo[buffer].filetype
local uri = vim.uri_from_bufnr(buffer)
for _, request in ipairs(vim.json.decode(table.concat(vim.fn.readfile(requests), '\n'))) do
  request.params.textDocument.uri = uri
  local answer = vim.lsp.buf_request_sync(buffer, request.method, request.params, 20000)
  answers[request.name] = answer and answer[client] and answer[client].result or vim.NIL
end
-- Neovim itself applies the fix, and then formats.
published = nil
vim.lsp.util.apply_workspace_edit(vim.deepcopy(answers.fixes[1].edit), 'utf-16')
vim.wait(20000, function() return published ~= nil end, 20)
answers.mended = published
local options = { textDocument = { uri = uri }, options = { tabSize = 2, insertSpaces = true } }
local formatted = vim.lsp.buf_request_sync(buffer, 'textDocument/formatting', options, 20000)[client].result
vim.lsp.util.apply_text_edits(formatted, buffer, 'utf-16')
answers.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
answers.uri = uri
-- OCaml is left alone.
vim.fn.writefile({ 'let x = 3', 'let layout = x' }, layout .. '.other.ml')
vim.cmd('edit! ' .. vim.fn.fnameescape(layout .. '.other.ml'))
answers.other = vim.bo.filetype
vim.fn.writefile({ vim.json.encode(answers) }, out)
vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 20)
vim.cmd('qa!')
