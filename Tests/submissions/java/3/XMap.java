import Trains.Common.Rails;

public final class XMap {
  public static void main(String[] arguments) throws Exception {
    String text = new String(System.in.readAllBytes(), "UTF-8");
    String[] parts = text.split("\"", 5);
    System.out.println(Rails.areConnected(parts[1], parts[3], parts[4]));
  }
}
