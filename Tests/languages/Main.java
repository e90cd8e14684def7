import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

public final class Main {
  private static void serve(ServerSocket server) {
    try (Socket client = server.accept()) {
      client.getOutputStream().write("tcp".getBytes());
    } catch (IOException problem) {
      throw new IllegalStateException(problem);
    }
  }

  public static void main(String[] arguments) throws Exception {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> serve(server));
    thread.start();
    Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
    String heard = new String(socket.getInputStream().readAllBytes());
    thread.join();
    Process echo = new ProcessBuilder("echo", "sub").start();
    String said = new String(echo.getInputStream().readAllBytes());
    // Java makes temporary files in /tmp, whatever TMPDIR says.
    Path file = Files.createTempFile(Path.of(System.getenv("TMPDIR")), "x", "");
    Files.writeString(file, "tmp");
    System.out.println((heard + said + Files.readString(file)).equals("tcpsub\ntmp"));
  }
}
