-- The language server, for the indentation in Neovim: what the channels of Vim do in Vim.
local M = {}

local rpc

--- Starts the server of a command; whether it runs.
function M.start(command)
  local dispatchers = {
    notification = function() end,
    server_request = function() end,
    on_exit = function() rpc = nil end,
    on_error = function() end,
  }
  local _, started = pcall(vim.lsp.rpc.start, command, dispatchers)
  rpc = type(started) == "table" and started or nil
  return rpc ~= nil
end

function M.is_running()
  return rpc ~= nil and not rpc.is_closing()
end

function M.notify(method, params)
  rpc.notify(method, params)
end

--- The answer of the server; nil if there is none in time.
function M.request(method, params, timeout)
  local is_answered, answer = false, nil
  rpc.request(method, params, function(_, result)
    is_answered, answer = true, result
  end)
  vim.wait(timeout, function() return is_answered end, 1)
  return answer
end

return M
